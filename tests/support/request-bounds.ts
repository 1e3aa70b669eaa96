/** How many requests a provider's usual limit leaves room for. */
export const bounds = { oneKey: 90, everything: 125, surveyMore: 60 } as const;
