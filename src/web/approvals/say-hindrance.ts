// Why nobody can say yes yet, in words; null when they can. Pure.

interface Sight {
  readonly isLive: boolean
  /** All of it is here, and whether a passphrase is needed is known. */
  readonly isWhole: boolean
  /** Its end was on the screen. */
  readonly isSeen: boolean
}

export function sayHindrance({ isLive, isWhole, isSeen }: Sight): string | null {
  if (!isLive) return 'Not connected: this is the last known state. The page reconnects by itself.'
  if (!isWhole) return 'Still loading.'
  return isSeen ? null : 'Scroll to the end before you approve.'
}
