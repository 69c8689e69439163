// Why the watchdog gave a server up, in words that go on after its name.

const CAUSES: Readonly<Record<string, string>> = {
  crashed: 'crashed',
  hung: 'stopped answering',
  'never ready': 'was never ready',
  sick: 'reported that it is unhealthy',
  'not startable': 'could not be started',
  killed: 'was killed by a signal that cmux did not send',
  'out of memory': 'was killed by the system because memory ran out',
}

/** A watchdog may be younger than we are, and know others. */
export function describeCause(cause: unknown): string {
  const text = typeof cause === 'string' ? cause : ''
  return CAUSES[text] ?? text
}
