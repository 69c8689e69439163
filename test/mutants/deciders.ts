// The files whose decisions are tested by planted faults (`./cmux test mutants`), each with the tests that have to notice.
// The tidy test fails when an exported decider of these capabilities is missing here.

/** Where the deciders are that must stand in the table: the watchdog, agents, messages, changes, rules, approvals, budgets. */
export const DECIDING_FOLDERS: readonly string[] = [
  'src/watchdog/',
  'src/core/agents/',
  'src/core/agent-loop/',
  'src/core/spawning/',
  'src/core/turns/',
  'src/core/mail/',
  'src/core/improve/',
  'src/core/rules/',
  'src/core/approvals/',
  'src/core/budgets/',
  'src/core/pushes/',
]

export interface Decider {
  readonly file: string
  readonly tests: readonly string[]
}

/** The test that stands beside the file, and others where one is not enough. */
const row = (file: string, ...more: readonly string[]): Decider => ({
  file,
  tests: [file.replace(/\.ts$/, '.test.ts'), ...more],
})

const mindTest = (name: string) => `src/watchdog/mind/${name}.test.ts`

export const DECIDERS: readonly Decider[] = [
  row('src/core/pushes/judge-move.ts'),
  row('src/core/rules/is-asked-at-push.ts'),
  row('src/lib/git/plan-push-address.ts'),
  row('src/watchdog/safe-mode/parse-mail.ts'),
  row('src/watchdog/mind/decide.ts', ...['decide-moments', 'start-again'].map(mindTest)),
  // What the watchdog's mind is made of besides.
  row('src/watchdog/mind/answer-request.ts'),
  row('src/watchdog/mind/climb.ts', mindTest('start-again')),
  { file: 'src/watchdog/mind/give-up-climb.ts', tests: ['needed-rungs', 'hear-examination'].map(mindTest) },
  row('src/watchdog/mind/start-again.ts'),
  row('src/watchdog/mind/judge-end.ts'),
  row('src/watchdog/mind/judge-wait.ts'),
  row('src/watchdog/mind/count-miss.ts'),
  row('src/watchdog/mind/hear-examination.ts', ...['tick-moments', 'start-again'].map(mindTest)),
  row('src/watchdog/mind/lead.ts', 'src/watchdog/mind/lead-moments.test.ts'),
  {
    file: 'src/watchdog/safe-mode/safe-mode.ts',
    tests: ['tick-moments', 'lead-moments', 'climb', 'start-again'].map(mindTest),
  },
  { file: 'src/watchdog/mind/start-candidate.ts', tests: ['tick-moments', 'climb'].map(mindTest) },
  row('src/watchdog/mind/tick.ts', 'src/watchdog/mind/tick-moments.test.ts'),
  { file: 'src/watchdog/mind/turn.ts', tests: ['answer-request', 'decide-moments'].map(mindTest) },
  row('src/watchdog/message.ts'),
  row('src/watchdog/mind/plan-rungs.ts'),
  row('src/watchdog/mind/judge-environment.ts'),
  row('src/core/agent-loop/decide-agents.ts'),
  row('src/core/agent-loop/plan-starts.ts'),
  row('src/core/turns/decide-interrupt.ts'),
  row('src/core/agents/judge-agent.ts'),
  row('src/core/agents/parse-role.ts'),
  row('src/core/agent-loop/judge-standstill.ts'),
  row('src/core/mail/delivery/decide-delivery.ts'),
  row('src/core/mail/send-bound.ts'),
  row('src/core/improve/plan-tree-walls.ts'),
  row('src/core/confinement/decide-sandbox.ts'),
  row('src/core/confinement/diagnose-sandbox.ts'),
  row('src/core/improve/wired-in.ts'),
  row('src/core/improve/risk/judge-files.ts'),
  row('src/core/improve/plan-change.ts'),
  // Its rows are globs, which only the real matcher reads.
  { file: 'src/core/improve/risk/judge-tier.ts', tests: ['test/contract/tiers.test.ts'] },
  row('src/core/improve/judge-own-release.ts'),
  row('src/core/rules/judge-tool-use.ts'),
  row('src/core/rules/judge-place.ts'),
  row('src/core/rules/judge-plain.ts'),
  row('src/core/rules/judge-keeping.ts'),
  { file: 'src/core/rules/plan-kept-rule.ts', tests: ['test/contract/kept-rules.test.ts'] },
  row('src/core/approvals/judge-decision.ts'),
  row('src/core/approvals/gate/decide-gate.ts'),
  row('src/core/approvals/decide-approval.ts'),
  row('src/core/approvals/gate/judge-use.ts'),
  row('src/core/budgets/decide-quota.ts'),
  row('src/core/budgets/plan-budgets.ts'),
  row('src/core/budgets/parse-quota-reset.ts'),
  row('src/core/budgets/set-budget.ts'),
  row('src/core/budgets/report-usage.ts'),
  row('src/core/budgets/decide-budget.ts'),
]
