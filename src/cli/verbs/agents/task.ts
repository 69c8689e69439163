// Tasks: say what is to be done, by whom, and how far it is. An agent speaks in its own name, by the token in its environment.
import { text } from 'node:stream/consumers'
import type { Client } from '../../../client/make-client.ts'
import type { AgentName, TaskId } from '../../../protocol/ids.ts'
import type { Task, TaskState, TaskView } from '../../../protocol/tasks/task.ts'
import type { RouteRequest } from '../../../protocol/routes.ts'
import { makeTaskId } from '../../../host/make-message-id.ts'
import { connect } from '../../connect.ts'
import { layoutTask, layoutTasks } from '../../layout/layout-tasks.ts'
import { projectHere } from '../../project-here.ts'
import { retryWhileDown } from '../../retry-while-down.ts'
import type { Outcome } from '../../outcome.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

type Addition = RouteRequest<'POST /api/tasks'>['body']
type Patch = RouteRequest<'PATCH /api/tasks/:id'>['body']

export const addTask: RunVerb = async (call) => {
  const { args, options } = call
  const { body: about, to, parent, after, priority, project } = texts(options)
  const request = {
    id: makeTaskId(Date.now()),
    title: args[0] ?? '',
    ...(about !== undefined && { body: await orInput(about) }),
    ...(to !== undefined && { assignee: to }),
    ...(parent !== undefined && { parent }),
    ...(after !== undefined && { after: after.split(',').map((id) => id.trim()) }),
    ...(priority !== undefined && { priority }),
    ...(project !== undefined && { project }),
  }
  // Whose it is, or whose part, says which project it is of.
  const isPlaced = to !== undefined || parent !== undefined
  // What is not well-formed is refused by the server, in words that name it.
  const task = await ask(call, async (client) => {
    const body = { ...request, ...(!isPlaced && (await projectHere(call, client))) } as Addition
    return client.call('POST /api/tasks', { body })
  })
  return { json: task, text: `${task.id}: ${describeFate(task)}` }
}

/** Where it is now, in a line. */
function describeFate({ assignee, waitsFor, state }: Task): string {
  if (assignee === null) return `${state}, unassigned`
  if (waitsFor.length > 0) return `${state}, for ${assignee} after ${waitsFor.join(', ')}`
  return `${state}, sent to ${assignee}`
}

export const listTasks: RunVerb = async (call) => {
  const { options } = call
  const { state, to, project } = texts(options)
  const query = {
    ...(state !== undefined && { state: state as TaskState }),
    ...(to !== undefined && { assignee: to as AgentName }),
    ...(project !== undefined && { project }),
    open: String(options['all'] !== true && state === undefined),
  }
  const items = await ask(call, (client) => readAll(client, query))
  const none = options['all'] === true ? 'no tasks yet' : 'no open tasks (`--all` includes closed ones)'
  return { json: items, text: items.length === 0 ? none : layoutTasks(items) }
}

const PAGE_LIMIT = 1000

async function readAll(client: Client, query: RouteRequest<'GET /api/tasks'>['query']): Promise<Task[]> {
  const all: Task[] = []
  for (let cursor: string | null = '0'; cursor !== null;) {
    const page: { items: Task[]; next: string | null } = await client.call('GET /api/tasks', {
      query: { ...query, cursor, limit: PAGE_LIMIT },
    })
    all.push(...page.items)
    cursor = page.next
  }
  return all
}

export const showTask: RunVerb = async (call) => {
  const params = idIn(call)
  const task = await ask(call, (client) => client.call('GET /api/tasks/:id', { params }))
  return { json: task, text: layoutTask(task) }
}

export const assignTask: RunVerb = async (call) => {
  const task = await patch(call, { assignee: call.args[1] ?? '' })
  return { json: task, text: `${task.id}: ${describeFate(task)}` }
}

export const updateTask: RunVerb = async (call) => {
  const { state, note, result, priority } = texts(call.options)
  const change = {
    ...(state !== undefined && { state }),
    ...(note !== undefined && { note }),
    ...(result !== undefined && { result: await orInput(result) }),
    ...(priority !== undefined && { priority }),
  }
  return outcomeOf(await patch(call, change as Patch), state)
}

export const cancelTask: RunVerb = async (call) => {
  const { reason } = texts(call.options)
  const task = await patch(call, { state: 'canceled', ...(reason !== undefined && { note: reason }) })
  return outcomeOf(task, 'canceled')
}

/** A report that came too late is kept, and said to be. */
function outcomeOf(task: TaskView, wanted: string | undefined): Outcome {
  const isKept = wanted !== undefined && wanted !== task.state
  const kept = isKept ? `; it can't become ${wanted}, but your note is in its history` : ''
  return { json: task, text: `${task.id} is ${task.state}${kept}` }
}

function patch(call: VerbCall, body: Patch): Promise<TaskView> {
  const params = idIn(call)
  return ask(call, (client) => client.call('PATCH /api/tasks/:id', { params, body }))
}

/** Everything here may be asked twice, and an agent does when its server is being replaced. */
function ask<T>({ environment }: VerbCall, question: (client: Client) => Promise<T>): Promise<T> {
  const once = () => question(connect(environment))
  return environment.url === undefined ? once() : retryWhileDown(once)
}

const idIn = ({ args }: VerbCall) => ({ id: (args[0] ?? '') as TaskId })

const orInput = (value: string): string | Promise<string> => (value === '-' ? text(process.stdin) : value)

function texts(options: VerbCall['options']): Record<string, string | undefined> {
  const given = Object.entries(options).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return Object.fromEntries(given) as Record<string, string>
}
