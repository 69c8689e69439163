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

const watchdogTest = (name: string) => `src/watchdog/${name}.test.ts`

export const DECIDERS: readonly Decider[] = [
  row('src/core/pushes/judge-move.ts'),
  row('src/core/rules/is-asked-at-push.ts'),
  row('src/lib/git/plan-push-address.ts'),
  row('src/watchdog/parse-mail.ts'),
  row('src/watchdog/decide.ts', ...['decide-moments', 'start-again'].map(watchdogTest)),
  // What the watchdog's mind is made of besides.
  row('src/watchdog/answer-request.ts'),
  row('src/watchdog/climb.ts', watchdogTest('start-again')),
  { file: 'src/watchdog/give-up-climb.ts', tests: ['needed-rungs', 'hear-examination'].map(watchdogTest) },
  row('src/watchdog/start-again.ts'),
  row('src/watchdog/judge-end.ts'),
  row('src/watchdog/judge-wait.ts'),
  row('src/watchdog/count-miss.ts'),
  row('src/watchdog/hear-examination.ts', ...['tick-moments', 'start-again'].map(watchdogTest)),
  row('src/watchdog/lead.ts', 'src/watchdog/lead-moments.test.ts'),
  {
    file: 'src/watchdog/safe-mode.ts',
    tests: ['tick-moments', 'lead-moments', 'climb', 'start-again'].map(watchdogTest),
  },
  { file: 'src/watchdog/start-candidate.ts', tests: ['tick-moments', 'climb'].map(watchdogTest) },
  row('src/watchdog/tick.ts', 'src/watchdog/tick-moments.test.ts'),
  { file: 'src/watchdog/turn.ts', tests: ['answer-request', 'decide-moments'].map(watchdogTest) },
  row('src/watchdog/message.ts'),
  row('src/watchdog/plan-rungs.ts'),
  row('src/watchdog/judge-environment.ts'),
  row('src/core/agent-loop/decide-agents.ts'),
  row('src/core/agent-loop/plan-starts.ts'),
  row('src/core/turns/decide-interrupt.ts'),
  row('src/core/agents/judge-agent.ts'),
  row('src/core/agents/parse-role.ts'),
  row('src/core/agent-loop/judge-standstill.ts'),
  row('src/core/mail/decide-delivery.ts'),
  row('src/core/mail/send-bound.ts'),
  row('src/core/improve/plan-tree-walls.ts'),
  row('src/core/confinement/decide-sandbox.ts'),
  row('src/core/confinement/diagnose-sandbox.ts'),
  row('src/core/improve/wired-in.ts'),
  row('src/core/improve/judge-files.ts'),
  row('src/core/improve/plan-change.ts'),
  // Its rows are globs, which only the real matcher reads.
  { file: 'src/core/improve/judge-tier.ts', tests: ['test/contract/tiers.test.ts'] },
  row('src/core/improve/judge-own-release.ts'),
  row('src/core/rules/judge-tool-use.ts'),
  row('src/core/rules/judge-place.ts'),
  row('src/core/rules/judge-plain.ts'),
  row('src/core/rules/judge-keeping.ts'),
  { file: 'src/core/rules/plan-kept-rule.ts', tests: ['test/contract/kept-rules.test.ts'] },
  row('src/core/approvals/judge-decision.ts'),
  row('src/core/approvals/decide-gate.ts'),
  row('src/core/approvals/decide-approval.ts'),
  row('src/core/approvals/judge-use.ts'),
  row('src/core/budgets/decide-quota.ts'),
  row('src/core/budgets/plan-budgets.ts'),
  row('src/core/budgets/parse-quota-reset.ts'),
  row('src/core/budgets/set-budget.ts'),
  row('src/core/budgets/report-usage.ts'),
  row('src/core/budgets/decide-budget.ts'),
]
