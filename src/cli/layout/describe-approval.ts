// A request for approval as a person reads it in a terminal. What would hide or move what is shown is made visible.
import colors from 'picocolors'
import { printable } from '../../lib/printable.ts'
import type { Approval } from '../../protocol/approvals/approval.ts'

const PAINTS = { low: String, medium: colors.yellow, high: colors.red } as const

export function describeApproval(request: Approval): string {
  const { id, title, risk, requester, generation, project, why, state, createdAt, expiresAt, sha256 } =
    request
  const start = generation === null ? '' : ` (run ${generation})`
  return [
    colors.bold(printable(title)),
    `  ${id}, ${state}${outcomeOf(request)}`,
    `  risk ${PAINTS[risk](risk)}; asked by ${printable(requester)}${start}${project === null ? '' : `, project ${project}`}`,
    ...(why === '' ? [] : [`  why: ${printable(why)}`]),
    `  asked ${createdAt}, expires ${expiresAt}`,
    '',
    ...contentOf(request).map((line) => `  │ ${line}`),
    '',
    `  sha256 ${sha256}`,
    ...(state === 'waiting' ? [`  cmux approvals approve ${id}`, `  cmux approvals deny ${id}`] : []),
  ].join('\n')
}

function outcomeOf({ decision, ended, usedAt }: Approval): string {
  const used = usedAt === null ? '' : `; used at ${usedAt}`
  if (ended) return `: ${printable(ended.why)}`
  if (!decision) return ''
  const reason = decision.reason === null ? '' : `: ${printable(decision.reason)}`
  return ` by ${printable(decision.by)} at ${decision.at}, ${decision.via}${reason}${used}`
}

/** A command is easiest to read as it would be typed; all of the rest stays below it. */
function contentOf({ kind, content }: Approval): string[] {
  const lines = printable(content).split('\n')
  if (kind !== 'tool') return lines
  const { input } = JSON.parse(content) as { readonly input: unknown }
  const command =
    typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined
  if (typeof command !== 'string') return lines
  return [
    ...printable(command)
      .split('\n')
      .map((line) => `$ ${line}`),
    '',
    ...lines,
  ]
}
