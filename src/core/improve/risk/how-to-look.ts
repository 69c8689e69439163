// How to look at a change that did not come to be.
import { agentCommand } from '../../../protocol/agents/agent-verbs.ts'
import type { Change } from '../../../protocol/changes/change.ts'

export const howToLook = ({ id, branch, base, plain }: Change): string =>
  `see it with \`${plain ? agentCommand('improve show', id) : `git diff ${base.slice(0, 12)} ${branch}`}\``
