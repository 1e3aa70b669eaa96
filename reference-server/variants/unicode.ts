/** A text in many scripts, with characters beyond the first plane. */
export const unicode = '“Ünïcödé” — 血圧の自己測定 · измерение · ضغط الدم · 🩺\u200d👩🏽\u200d⚕️';
