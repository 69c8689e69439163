// One of several terminals: whose it is, how that agent is, and the terminal itself.
import { Link } from '@tanstack/react-router'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Terminal } from '../../terminal/terminal.tsx'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Icon } from '../../ui/icon.tsx'
import { describeAgentStatus } from '../../words/describe-agent-status.ts'

interface TerminalTileProps {
  readonly name: string
  /** Undefined while the list is on its way, or when there is none of this name. */
  readonly agent: Agent | undefined
  readonly onClose: () => void
}

export function TerminalTile({ name, agent, onClose }: TerminalTileProps) {
  // What was last heard of it must not look as if it were so now.
  const isLive = useConnection().kind === 'live'
  return (
    <article aria-label={name} className="grid min-h-0 min-w-0 grid-rows-[auto_1fr] gap-1">
      <header className="flex min-w-0 items-center gap-2 text-sm">
        <Link to="/agents/$name" params={{ name }} className="min-w-0 truncate font-semibold hover:underline">
          {name}
        </Link>
        {agent && (
          <span className="text-xs text-quiet">
            <Dot tone={isLive ? describeAgentStatus(agent.status).tone : 'quiet'}>
              {isLive ? agent.status : `was ${agent.status}`}
            </Dot>
          </span>
        )}
        <Button
          look="bare"
          className="ml-auto"
          aria-label={`close the terminal of ${name}`}
          onClick={onClose}
        >
          <Icon name="close" size={14} />
        </Button>
      </header>
      <Terminal agent={name} />
    </article>
  )
}
