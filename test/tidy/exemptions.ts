// Files that may break one rule, each with the reason. A row that excuses nothing fails the tidy test.

export type Exemption = {
  readonly rule: string
  readonly path: string
  readonly why: string
}

export const EXEMPTIONS: readonly Exemption[] = []
