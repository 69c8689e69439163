// What A2A asks, in the words of the HTTP API: a message to an agent is a message, sent by whom the token says.
import type { AgentCard } from '@a2a-js/sdk'
import {
  JsonRpcExtendedAgentCardNotConfiguredError,
  JsonRpcPushNotificationNotSupportedError,
  JsonRpcTaskNotFoundError,
  JsonRpcUnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { Client } from '../../client/make-client.ts'
import { composeAnswer, readLetter } from './letter.ts'
import { findReceiver } from './find-receiver.ts'
import { inA2aWords } from './in-a2a-words.ts'

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
        const to = await findReceiver(client, agent ?? letter.agent)
        const { id, body } = letter
        const sent = await client.call('POST /api/messages', { body: { id, to, body } })
        return composeAnswer(letter, `${to} gets it: message ${sent.id}`)
      }),
    getTask: ({ id }) => Promise.reject(noTask(id)),
    cancelTask: ({ id }) => Promise.reject(noTask(id)),
    listTasks: () => Promise.resolve({ tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 }),
    ...NOT_OFFERED,
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
