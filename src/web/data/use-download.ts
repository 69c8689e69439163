// Saves a file that the server has. A plain link can't: it would go without the page's secret, and be refused.
import { useMutation } from '@tanstack/react-query'
import type { ErrorBody } from '../../protocol/cmux-error.ts'
import { pageHeaders } from '../page-secret.ts'
import { useSay } from '../ui/toast-provider.tsx'

interface Download {
  save(): void
  readonly isBusy: boolean
}

/** Browsers have begun to read it by then. */
const KEPT_MS = 60_000

export function useDownload(address: string, name: string): Download {
  const say = useSay()
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchFile(address),
    onSuccess: (file) => save(file, name),
    onError: ({ message }) => say({ tone: 'bad', title: `${name} can’t be saved`, detail: message }),
  })
  return { save: () => mutate(), isBusy: isPending }
}

async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address, { headers: pageHeaders() })
  if (answer.ok) return answer.blob()
  const { error } = (await answer.json()) as ErrorBody
  throw new Error(`${error.message}: ${error.hint}`)
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
