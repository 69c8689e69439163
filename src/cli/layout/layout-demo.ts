// What `up --demo` says of the demo.
import type { Demo } from '../../protocol/demo.ts'

export function layoutDemo({ project, agents }: Demo): string {
  return `\ndemo: project ${project} with ${agents.join(', ')}; see \`cmux agent list\` and \`cmux task list --all\``
}
