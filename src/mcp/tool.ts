// A tool as a model sees it: a name, what it is for, what it takes; and the calls of the HTTP API that it stands for. Whether the
// caller may is decided there, never here.
import type { z } from 'zod'
import type { Client } from '../client/make-client.ts'

export interface Tool {
  readonly name: string
  /** For a model that has to choose. */
  readonly description: string
  /** Others are not shown it; and would be refused. */
  readonly audience: 'everyone' | 'supervisors'
  readonly input: z.ZodObject
  /** It changes nothing. */
  readonly isReading: boolean
  /** The answer as text. */
  readonly call: (client: Client, input: unknown) => Promise<string>
}

interface Definition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'call'> {
  readonly input: Input
  readonly call: (client: Client, input: z.output<Input>) => Promise<string>
}

/** Ties what a tool takes to what it is called with. */
export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  const { input, call } = definition
  return { ...definition, call: (client, given) => call(client, input.parse(given)) }
}
