// Why nobody can say yes yet, in words; null when they can. Pure.

interface Sight {
  readonly isLive: boolean
  /** All of it is here, and whether a passphrase is needed is known. */
  readonly isWhole: boolean
  /** Its end was on the screen. */
  readonly isSeen: boolean
}

export function sayHindrance({ isLive, isWhole, isSeen }: Sight): string | null {
  if (!isLive) return 'The page is not connected: this is how it was. It comes back by itself.'
  if (!isWhole) return 'It is not all here yet.'
  return isSeen ? null : 'It is longer than the screen: scroll to its end before you say yes.'
}
