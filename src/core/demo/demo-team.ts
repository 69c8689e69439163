// Who plays in the demo, and what they are told: a supervisor and two workers of the built-in demo runtime, and a task for one
// of them. A person is shown what they are told as their own words; of these, the lines that begin with a command are steps.
import type { AgentName, ProjectName, TaskId } from '../../protocol/ids.ts'
import type { RoleName } from '../../protocol/agents/agent.ts'

export interface DemoMember {
  readonly name: AgentName
  readonly role: RoleName
  readonly task: string
}

const member = (name: string, role: string, task: string): DemoMember => ({
  name: name as AgentName,
  role: role as RoleName,
  task,
})

export const DEMO_PROJECT = 'demo' as ProjectName

export const DEMO_TEAM: readonly DemoMember[] = [
  member(
    'demo-lead',
    'supervisor',
    'Please watch over this team. See first what there is:\nrun git log --oneline',
  ),
  member(
    'demo-ada',
    'worker',
    'Please add a greeting to the repository:\nwrite greeting.txt Hello from a demo agent\ncommit Add a greeting',
  ),
  member('demo-bob', 'worker', 'Please look around in the repository:\nrun ls\nrun git status'),
]

/** Its id is the same each time, so that it is there once. */
export const DEMO_TASK = {
  id: 'tsk_0000000000000000000000dem0' as TaskId,
  title: 'Say what is in the repository',
  body: 'run ls\nwrite contents.txt What a demo agent found\ncommit Say what is here',
  assignee: 'demo-bob' as AgentName,
} as const
