// The lines that were found, as a page for people and agents. Pure.
import type { Fault } from './gatherer.ts'

export function composeAttachment(at: string, faults: readonly Fault[]): string {
  const pages = faults.map(({ path, count, lines }) =>
    [
      `## ${count === 1 ? 'Once' : `${count} times`} in ${path}`,
      '',
      ...lines.map((line) => `    ${line}`),
    ].join('\n'),
  )
  return `${[`# Found in logs at ${at}`, ...pages].join('\n\n')}\n`
}
