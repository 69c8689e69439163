// Files that may break one rule, each with the reason. A row that excuses nothing fails the tidy test.

export type Exemption = {
  readonly rule: string
  readonly path: string
  readonly why: string
}

export const EXEMPTIONS: readonly Exemption[] = [
  { rule: 'named-after-export', path: 'src/protocol/ids.ts', why: 'a family of ids, one row each' },
  {
    rule: 'named-after-export',
    path: 'src/server/config.ts',
    why: 'the name the design gives to where settings come from',
  },
]
