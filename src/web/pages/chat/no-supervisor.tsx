// There are agents, and none of them is a supervisor: how to get one.
import { Link } from '@tanstack/react-router'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'

export function NoSupervisor() {
  return (
    <div className="mx-auto grid max-w-2xl gap-3">
      <h1 className="text-lg font-semibold">No supervisor here</h1>
      <Empty title="A supervisor takes your requests, splits them into tasks and assigns them.">
        <p>Start one, or write to an agent on its own page:</p>
        <Command text="cmux agent spawn lead --role supervisor" />
        <Link to="/agents" className="text-accent hover:underline">
          All agents
        </Link>
      </Empty>
    </div>
  )
}
