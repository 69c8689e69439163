// The first frame of a stream that a browser opens: it can't send headers with a WebSocket, and its cookie alone proves nothing.
import { z } from 'zod'

const SECRET_MAX_CHARS = 200

export const StreamGreeting = z.strictObject({ pageSecret: z.string().max(SECRET_MAX_CHARS) })
export type StreamGreeting = z.infer<typeof StreamGreeting>
