// What a check has printed so far, followed while it runs.
import { useEffect, useState } from 'react'
import { RefusedRequest, type Client } from '../../../client/make-client.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import { useApp } from '../../app.tsx'

export interface Output {
  readonly text: string
  /** Its beginning is not here any more. */
  readonly isCut: boolean
  /** Nothing but what the record has was kept. */
  readonly isMissing: boolean
}

const NOTHING: Output = { text: '', isCut: false, isMissing: false }
const ASK_AGAIN_MS = 500
/** More than one looks through, and less than stops a browser. */
const KEPT_CHARS = 200_000
const NOT_FOUND = 404

/** `check` null: nothing is wanted. */
export function useOutput(id: ChangeId, check: string | null): Output {
  const { client } = useApp()
  const [output, setOutput] = useState(NOTHING)
  useEffect(() => {
    setOutput(NOTHING)
    if (check === null) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = async (from: number) => {
      const piece = await askForPiece(client, { id, check, from })
      if (isOver) return
      if (piece.text !== '' || piece.isMissing) setOutput((old) => addPiece(old, piece))
      if (!piece.isDone) timer = setTimeout(() => void follow(piece.next), ASK_AGAIN_MS)
    }
    void follow(0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, id, check])
  return output
}

interface Piece {
  readonly text: string
  readonly next: number
  readonly isDone: boolean
  readonly isMissing: boolean
}

interface Wanted {
  readonly id: ChangeId
  readonly check: string
  readonly from: number
}

async function askForPiece(client: Client, { id, check, from }: Wanted): Promise<Piece> {
  try {
    const request = { params: { id }, query: { check, from } }
    const { text, next, done } = await client.call('GET /api/improvements/:id/output', request)
    return { text, next, isDone: done, isMissing: false }
  } catch (error) {
    const isMissing = error instanceof RefusedRequest && error.status === NOT_FOUND
    // A server that is away comes back, and has it still.
    return { text: '', next: from, isDone: isMissing, isMissing }
  }
}

function addPiece({ text, isCut }: Output, piece: Piece): Output {
  const all = text + piece.text
  return {
    text: all.slice(-KEPT_CHARS),
    isCut: isCut || all.length > KEPT_CHARS,
    isMissing: piece.isMissing,
  }
}
