/** Rate limiters: requests of one caller in a fixed window of `windowSeconds`. */
export const limiters = {
  api: { limit: 100, windowSeconds: 60 },
  checkout: { limit: 20, windowSeconds: 60 },
  email: { limit: 10, windowSeconds: 60 },
} as const;

export type LimiterName = keyof typeof limiters;
