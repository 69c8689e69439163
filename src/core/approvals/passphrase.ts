// A word besides the login that every yes needs, if the person has set one: a browser that was left open is not enough then.
export interface Passphrase {
  isSet(): Promise<boolean>
  /** Takes its time on purpose. */
  matches(text: string): Promise<boolean>
}
