// Files that may break one rule, each with the reason. A row that excuses nothing fails the tidy test.

export type Exemption = {
  readonly rule: string
  readonly path: string
  readonly why: string
}

export const EXEMPTIONS: readonly Exemption[] = [
  {
    rule: 'git-door',
    path: 'src/host/examine-machine.ts',
    why: 'asks for the version of git, in no repository',
  },
  { rule: 'named-after-export', path: 'src/protocol/ids.ts', why: 'a family of ids, one row each' },
  {
    rule: 'named-after-export',
    path: 'src/server/config.ts',
    why: 'the name the design gives to where settings come from',
  },
  { rule: 'arrows', path: 'src/watchdog/starter-main.ts', why: 'becomes the guard that the book names' },
  {
    rule: 'quoted-promises',
    path: 'test/contract/terminals.test.ts',
    why: 'its tests, with their ids, stand in terminals-contract.ts',
  },
  { rule: 'sleeps', path: 'bench/kills.ts', why: 'the pause is the calm between two measured kills' },
  { rule: 'sleeps', path: 'bench/recovery.ts', why: 'the pause is the calm between two measured kills' },
  { rule: 'sleeps', path: 'bench/sandbox.ts', why: 'the pause is the calm between two measured starts' },
  { rule: 'sleeps', path: 'bench/measure/time-recovery.ts', why: 'the pause is between two looks' },
  { rule: 'sleeps', path: 'bench/rollback.ts', why: 'the pause is between two looks' },
  {
    rule: 'sleeps',
    path: 'bench/repository.ts',
    why: 'the pauses are the measured rest, and between two looks',
  },
  { rule: 'sleeps', path: 'bench/history-starts.ts', why: 'the pause is between two looks' },
  { rule: 'sleeps', path: 'bench/return.ts', why: 'the pause is between two looks' },
  { rule: 'sleeps', path: 'bench/measure/crowd.ts', why: 'the pause is between two looks' },
  { rule: 'sleeps', path: 'bench/measure/watch-panes.ts', why: 'the pause is how the measured peer works' },
  {
    rule: 'sleeps',
    path: 'bench/mail.ts',
    why: 'the pauses are how the measured peer works, and between two looks',
  },
  { rule: 'sleeps', path: 'bench/logs.ts', why: 'the pauses are the measured speed, and between two looks' },
  { rule: 'sleeps', path: 'bench/scale.ts', why: 'the pause is the time that is measured' },
  { rule: 'sleeps', path: 'bench/terminal.ts', why: 'the pause is the time that is measured' },
  { rule: 'sleeps', path: 'bench/swap.ts', why: 'the pause is the load between two measured swaps' },
]
