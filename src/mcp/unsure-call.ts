// cmux gave no answer in time: what was asked may or may not have happened.

export class UnsureCall extends Error {
  override readonly name = 'UnsureCall'

  constructor(limitMs: number, last: string) {
    super(`cmux gave no answer within ${limitMs / 1000} s (${last})`)
  }
}
