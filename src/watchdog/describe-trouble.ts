// What is wrong, in a sentence or two: the environment if it is at fault, else what the watchdog saw last.
import type { Finding } from './mind/judge-environment.ts'
import type { Story } from './safe-mode/read-story.ts'

export function describeTrouble(findings: readonly Finding[], records: Story['records']): string {
  const failures = findings.filter(({ state }) => state === 'fail')
  if (failures.length > 0) return failures.map(({ detail, hint }) => `${detail} ${hint}`.trim()).join(' ')
  const last = records.at(-1)?.words
  const warnings = findings.filter(({ state }) => state === 'warn').map(({ detail }) => detail)
  return ['No release of cmux is well.', ...(last === undefined ? [] : [last]), ...warnings].join(' ')
}
