// Who plays in the demo, and what they are told: a supervisor and two workers of the built-in demo runtime, and a task for one
// of them.
import type { AgentName, ProjectName, TaskId } from '../../protocol/ids.ts'
import type { RoleName } from '../../protocol/agent.ts'

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
  member('demo-lead', 'supervisor', 'say I plan the work, and watch over it.'),
  member(
    'demo-ada',
    'worker',
    'say I write a greeting.\nwrite greeting.txt Hello from a demo agent\ncommit Add a greeting',
  ),
  member('demo-bob', 'worker', 'say I look around.\nrun ls\nrun git status'),
]

/** Its id is the same each time, so that it is there once. */
export const DEMO_TASK = {
  id: 'tsk_0000000000000000000000dem0' as TaskId,
  title: 'Say what is in the repository',
  body: 'run ls\nwrite contents.txt What a demo agent found\ncommit Say what is here',
  assignee: 'demo-bob' as AgentName,
} as const
