/**
 * The spec's limiters (commerce-api.md, "Limits"): requests per fixed window of `windowSeconds` and caller.
 * The email limiter's value is not given there; 10 per minute is ours.
 */
export const limiters = {
  api: { limit: 100, windowSeconds: 60 },
  checkout: { limit: 20, windowSeconds: 60 },
  email: { limit: 10, windowSeconds: 60 },
} as const;

export type LimiterName = keyof typeof limiters;
