// What A2A asks, in the words of the HTTP API: a message to an agent is a task for it, by whom the token says.
import type { AgentCard } from '@a2a-js/sdk'
import {
  JsonRpcExtendedAgentCardNotConfiguredError,
  JsonRpcPushNotificationNotSupportedError,
  JsonRpcTaskNotCancelableError,
  JsonRpcTaskNotFoundError,
  JsonRpcUnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { RefusedRequest, type Client } from '../../client/make-client.ts'
import { AgentName, TaskId } from '../../protocol/ids.ts'
import { isOpen, type Task } from '../../protocol/tasks/task.ts'
import { findReceiver } from './find-receiver.ts'
import { inA2aWords } from './in-a2a-words.ts'
import { readLetter, taskIdOf, type Letter } from './letter.ts'
import { toA2aTask } from './to-a2a-task.ts'

export interface A2aDeskDeps {
  /** With the caller's own credentials. */
  readonly client: Client
  readonly card: AgentCard
  /** Whom the address names. */
  readonly agent: string | undefined
}

export function makeA2aDesk({ client, card, agent }: A2aDeskDeps): A2ARequestHandler {
  return {
    getAgentCard: () => Promise.resolve(card),
    sendMessage: (request) =>
      inA2aWords(async () => {
        const letter = readLetter(request)
        return toA2aTask(
          letter.task === null ? await begin(client, letter, agent) : await goOn(client, letter, letter.task),
        )
      }),
    getTask: ({ id }) => inA2aWords(async () => toA2aTask(await readTask(client, id))),
    cancelTask: ({ id }) =>
      inA2aWords(async () => {
        const task = await readTask(client, id)
        if (!isOpen(task)) throw new JsonRpcTaskNotCancelableError({ message: `${id} is ${task.state}` })
        const body = { state: 'canceled' } as const
        return toA2aTask(await client.call('PATCH /api/tasks/:id', { params: { id: task.id }, body }))
      }),
    listTasks: ({ pageSize, pageToken }) =>
      inA2aWords(async () => {
        const query = { limit: pageSize || LIST_DEFAULT, cursor: pageToken || 0 }
        const { items, next } = await client.call('GET /api/tasks', { query })
        return {
          tasks: items.map(toA2aTask),
          nextPageToken: next ?? '',
          pageSize: items.length,
          totalSize: items.length,
        }
      }),
    ...NOT_OFFERED,
  }
}

const LIST_DEFAULT = 50

async function begin(client: Client, letter: Letter, named: string | undefined): Promise<Task> {
  const assignee = AgentName.parse(await findReceiver(client, named ?? letter.agent))
  const { actor } = await client.call('GET /api/me')
  const { title, body } = letter
  return client.call('POST /api/tasks', { body: { id: taskIdOf(letter, actor), title, body, assignee } })
}

/** Kept with the task, and brought to whoever has it. */
async function goOn(client: Client, { id, title, body }: Letter, about: TaskId): Promise<Task> {
  const { assignee } = await readTask(client, about)
  if (assignee !== null)
    await client.call('POST /api/messages', {
      body: { id, to: assignee, subject: `${about}: ${title}`, body },
    })
  return client.call('PATCH /api/tasks/:id', {
    params: { id: about },
    body: { note: body.slice(0, NOTE_MAX_CHARS) },
  })
}

const NOTE_MAX_CHARS = 16 * 1024

async function readTask(client: Client, id: string): Promise<Task> {
  const known = TaskId.safeParse(id)
  if (!known.success) throw noTask(id)
  try {
    return await client.call('GET /api/tasks/:id', { params: { id: known.data } })
  } catch (error) {
    throw error instanceof RefusedRequest && error.code === 'NOT_FOUND' ? noTask(id) : error
  }
}

function noTask(id: string): Error {
  return new JsonRpcTaskNotFoundError({ message: `there is no task ${id}` })
}

type NotOffered =
  | 'getAuthenticatedExtendedAgentCard'
  | 'sendMessageStream'
  | 'resubscribe'
  | `${'create' | 'get' | 'delete'}TaskPushNotificationConfig`
  | 'listTaskPushNotificationConfigs'

const noPush = () =>
  Promise.reject(new JsonRpcPushNotificationNotSupportedError({ message: 'ask with tasks/get' }))

// oxlint-disable-next-line require-yield
async function* noStream(): AsyncGenerator<never, void, undefined> {
  throw new JsonRpcUnsupportedOperationError({ message: 'there are no streams: ask with tasks/get' })
}

/** The card says so, too. */
const NOT_OFFERED: Pick<A2ARequestHandler, NotOffered> = {
  getAuthenticatedExtendedAgentCard: () =>
    Promise.reject(new JsonRpcExtendedAgentCardNotConfiguredError({ message: 'there is one card only' })),
  sendMessageStream: noStream,
  resubscribe: noStream,
  createTaskPushNotificationConfig: noPush,
  getTaskPushNotificationConfig: noPush,
  deleteTaskPushNotificationConfig: noPush,
  listTaskPushNotificationConfigs: noPush,
}
