/** One place where the repository breaks one rule. */
export type Finding = {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly message: string
}
