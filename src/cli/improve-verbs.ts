// The verbs about changes to code.
import type { Verb } from './verb.ts'

export const IMPROVE_VERBS: readonly Verb[] = [
  {
    name: 'improve plan',
    args: '[file]',
    summary:
      'plan a change from a file of edits (- reads stdin) or from a branch: how careful one has to be with it',
    example: 'cmux improve plan --branch agent/anna --project shop',
    options: [
      ['--branch <name>', 'a branch that has the work already, such as agent/anna'],
      ['--project <name>', 'the project it is for (default: what the file says)'],
      ['--description <text>', 'what it is for (default: what the file says, or the branch)'],
      ['--hotfix', 'it mends something that is broken'],
    ],
    revives: true,
    load: async () => (await import('./verbs/change.ts')).planChange,
  },
  {
    name: 'improve list',
    summary: 'changes, the newest first',
    example: 'cmux improve list --project shop',
    options: [
      ['--project <name>', 'only those of one project'],
      ['-n, --limit <count>', 'how many (default 20)'],
    ],
    revives: true,
    load: async () => (await import('./verbs/change.ts')).listChanges,
  },
  {
    name: 'improve show',
    args: '<id>',
    summary: 'one change: its files with how careful one has to be, and its patch',
    example: 'cmux improve show chg_01m7f6011pb1te43hsdxm0kc49',
    revives: true,
    load: async () => (await import('./verbs/change.ts')).showChange,
  },
  {
    name: 'improve execute',
    args: '<id>',
    summary: 'check a planned change and bring it onto the main branch; waits for the result',
    example: 'cmux improve execute chg_01m7f6011pb1te43hsdxm0kc49',
    options: [
      ['--approve <sum>', 'allow what needs care or is forbidden: the sum that `improve show` names'],
      ['--no-wait', 'only begin; `improve show` says how far it is'],
    ],
    revives: true,
    load: async () => (await import('./verbs/execute-change.ts')).executeChange,
  },
  {
    name: 'improve status',
    args: '<id>',
    summary: 'how far a change is, and what its checks said',
    example: 'cmux improve status chg_01m7f6011pb1te43hsdxm0kc49',
    revives: true,
    load: async () => (await import('./verbs/execute-change.ts')).changeStatus,
  },
  {
    name: 'improve rollback',
    args: '<id>',
    summary: 'take an adopted change back by a commit that undoes it',
    example: 'cmux improve rollback chg_01m7f6011pb1te43hsdxm0kc49',
    revives: true,
    load: async () => (await import('./verbs/execute-change.ts')).rollBackChange,
  },
  {
    name: 'improve cancel',
    args: '<id>',
    summary: 'call a change off',
    example: 'cmux improve cancel chg_01m7f6011pb1te43hsdxm0kc49 --reason "no longer wanted"',
    options: [['--reason <text>', 'why']],
    revives: true,
    load: async () => (await import('./verbs/change.ts')).cancelChange,
  },
  {
    name: 'improve review',
    args: '<id>',
    summary: 'let a change through that waits for a review, or refuse it',
    example: 'cmux improve review chg_01m7f6011pb1te43hsdxm0kc49 --refuse "the test is gone"',
    options: [
      ['--approve <sum>', 'let it through: the sum that `improve show` names'],
      ['--refuse <reason>', 'refuse it, with a reason that its author is told'],
    ],
    revives: true,
    load: async () => (await import('./verbs/review-change.ts')).reviewChange,
  },
  {
    name: 'land',
    args: '<agent>',
    summary: "bring an agent's commits onto the main branch, as a change: judged, checked, adopted",
    example: 'cmux land anna --description "the new price list"',
    options: [
      ['--description <text>', 'what it is for (default: the branch)'],
      ['--approve <sum>', 'allow what needs care or is forbidden: the sum that `improve show` names'],
      ['--no-wait', 'only begin; `improve show` says how far it is'],
    ],
    revives: true,
    load: async () => (await import('./verbs/land.ts')).land,
  },
  {
    name: 'project hooks',
    args: '<action> <project>',
    summary: 'install, remove or show a pre-commit hook that runs the quick checks of a project (status)',
    example: 'cmux project hooks install shop',
    revives: true,
    load: async () => (await import('./verbs/project-hooks.ts')).projectHooks,
  },
]
