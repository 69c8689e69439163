// How long an agent waits for a hook of ours, by what the hook is for.
export const HOOK_LIMITS_SEC = {
  /** It may wait for a person's answer. */
  gate: 3600,
  /** It may carry a message in, and waits while a server is being replaced. */
  carrier: 60,
  /** What only tells us something must not hold an agent up when nobody listens. */
  news: 10,
} as const
