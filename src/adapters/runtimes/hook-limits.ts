// How long an agent waits for a hook of ours, by what the hook is for.
export const HOOK_LIMITS_SEC = {
  /**
   * A person may take an hour to answer. Our own "no" after that hour has to come before the CLI loses patience, since some
   * then go on as if they had been allowed.
   */
  gate: 3660,
  /** It may carry a message in, and waits while a server is being replaced. */
  carrier: 60,
  /** What only tells us something must not hold an agent up when nobody listens. */
  news: 10,
} as const
