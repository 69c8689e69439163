// The report of a run as Markdown: the same in a terminal, in a file, and in an issue.
import type { ProveReport } from '../../protocol/releases/prove-report.ts'
import { NAME_OF_FAULT } from '../../protocol/alerts/name-of-fault.ts'

export function describeReport(report: ProveReport): string {
  const { messages, requests, machine, badReleases, notTried, problems, wanted, speed } = report
  const { cores, memoryMb, system, node } = machine
  return [
    `# cmux prove: ${report.passed ? 'passed' : 'FAILED'}`,
    '',
    `Release ${report.release}, ${report.at}, ${Math.round(report.tookMs / 1000)} s.`,
    `Machine: ${system}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memoryMb} MB, Node ${node}; agents ${report.sandboxed ? 'in the sandbox' : 'without a sandbox'}.`,
    `Again: \`cmux prove --minutes ${report.minutes} --seed ${report.seed}${wanted === undefined ? '' : ` --messages ${wanted}`}\``,
    '',
    ...layout(
      ['messages to agents', String(report.agents)],
      [
        ['accepted', messages.sent],
        ...(speed
          ? [
              ['accepted a second', Math.round(speed.acceptedPerSec)],
              ['wait for the last to arrive, at the end', sayMs(speed.restMs)],
            ]
          : []),
        ['lost', messages.lost],
        ['received twice', messages.twice],
        ['out of order', messages.outOfOrder],
        ['received with other words', messages.changed],
        ['requests', requests.asked],
        ['requests that failed without a reason', requests.refused],
        ['requests that a fault cut off, as documented', requests.excused],
        ['agents that ended though nobody killed them', report.agentsLost],
      ],
    ),
    '',
    ...layout(
      ['fault', 'times', 'p50', 'p99', 'max'],
      report.faults.map(({ kind, times, p50Ms, p99Ms, maxMs }) => [
        NAME_OF_FAULT[kind],
        times,
        ...[p50Ms, p99Ms, maxMs].map(sayMs),
      ]),
    ),
    ...section(
      'Bad releases',
      [...Map.groupBy(badReleases, ({ kind }) => kind)].map(([kind, all]) => {
        const gone = all.filter(({ rolledBack }) => rolledBack).length
        return `${NAME_OF_FAULT[kind]}: ${gone} of ${all.length} gone again`
      }),
    ),
    ...section(
      'Not tried',
      notTried.map(({ kind, why }) => `${NAME_OF_FAULT[kind]}: ${why}`),
    ),
    ...section('Problems', problems),
  ].join('\n')
}

const sayMs = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${line}`)]
}

/** A table as Markdown, in columns that are as wide as what is in them. */
function layout(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const all = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(all[0] ?? []), line(rule), ...all.slice(1).map(line)]
}
