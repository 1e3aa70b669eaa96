/** How many requests a provider's usual limit leaves room for, with fourteen endpoints. */
export const bounds = {
  pulse: 5,
  standard: 42,
  oneKey: 142,
  everything: 197,
  surveyMore: 60,
} as const;
