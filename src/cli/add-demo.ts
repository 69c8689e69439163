// What `up --demo` adds: a small repository with a supervisor and two workers of the built-in demo runtime, and a task for one of
// them. What is there already stays as it is, so that it can be said twice.
import { RefusedRequest, type Client } from '../client/make-client.ts'
import { makeDemoRepository } from '../host/make-demo-repository.ts'
import type { AgentName, ProjectName, TaskId } from '../protocol/ids.ts'
import type { RoleName } from '../protocol/agent.ts'

const PROJECT = 'demo' as ProjectName

const TEAM = [
  { name: 'demo-lead', role: 'supervisor', task: 'say I plan the work, and watch over it.' },
  {
    name: 'demo-ada',
    role: 'worker',
    task: 'say I write a greeting.\nwrite greeting.txt Hello from a demo agent\ncommit Add a greeting',
  },
  { name: 'demo-bob', role: 'worker', task: 'say I look around.\nrun ls\nrun git status' },
] as const

/** The same each time, so that it is there once. */
const TASK = {
  id: 'tsk_0000000000000000000000dem0' as TaskId,
  title: 'Say what is in the repository',
  body: 'run ls\nwrite contents.txt What a demo agent found\ncommit Say what is here',
  assignee: 'demo-bob' as AgentName,
} as const

export interface Demo {
  readonly project: string
  readonly agents: readonly string[]
}

export async function addDemo(client: Client, home: string): Promise<Demo> {
  const path = await makeDemoRepository(home)
  await unlessThere(() => client.call('POST /api/projects', { body: { path, name: PROJECT } }))
  for (const { name, role, task } of TEAM) {
    const body = {
      name: name as AgentName,
      role: role as RoleName,
      task,
      runtime: 'demo',
      project: PROJECT,
    } as const
    await unlessThere(() => client.call('POST /api/agents', { body }))
  }
  await unlessThere(() => client.call('POST /api/tasks', { body: TASK }))
  return { project: PROJECT, agents: TEAM.map(({ name }) => name) }
}

export function layoutDemo({ project, agents }: Demo): string {
  return `\ndemo: project ${project} with ${agents.join(', ')}; see \`cmux agent list\` and \`cmux task list --all\``
}

async function unlessThere(add: () => Promise<unknown>): Promise<void> {
  try {
    await add()
  } catch (error) {
    if (!(error instanceof RefusedRequest && error.code === 'CONFLICT')) throw error
  }
}
