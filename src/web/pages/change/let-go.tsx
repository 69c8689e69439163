// Lets a planned change go its way: at once when its checks decide, and bound to what was read when a person has to.
import { useState } from 'react'
import type { ChangeView } from '../../../protocol/changes/change.ts'
import { PassphraseField } from '../../approvals/passphrase-field.tsx'
import { sayHindrance } from '../../approvals/say-hindrance.ts'
import { useApprovals } from '../../approvals/use-approvals.ts'
import { useAct } from '../../data/use-act.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { sayLeave } from './say-leave.ts'

interface LetGoProps {
  /** As it was read. */
  readonly change: ChangeView
  readonly isSeen: boolean
}

export function LetGo({ change, isSeen }: LetGoProps) {
  const { id, sha256, truncated, tier } = change
  const execute = useAct('POST /api/improvements/:id/execute')
  const { needsPassphrase } = useApprovals()
  const [passphrase, setPassphrase] = useState('')
  const [isAsking, setAsking] = useState(false)
  const isLive = useConnection().kind === 'live'
  const needs = change.needs.kind === 'human'
  const sight = { isLive, isWhole: true, isSeen: isSeen || !needs }
  const hindrance = needs && truncated ? 'The change is too long to read here.' : sayHindrance(sight)
  const yes = { approve: sha256, ...(needsPassphrase && { passphrase }) }
  const send = () => execute.mutate({ params: { id }, body: needs ? yes : {} })
  return (
    <section
      aria-label="execute"
      className="sticky bottom-16 grid gap-2 rounded-lg border border-line bg-surface p-3 shadow-lg md:bottom-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-64 text-sm">
          {sayLeave(change)} {hindrance !== null && <span className="text-worry">{hindrance}</span>}
        </p>
        {needs && needsPassphrase && <PassphraseField text={passphrase} onChange={setPassphrase} />}
        <Button
          look="main"
          disabled={hindrance !== null || execute.isPending}
          onClick={() => (needs ? setAsking(true) : send())}
        >
          {needs ? 'Approve and merge…' : 'Run checks and merge'}
        </Button>
      </div>
      {needs && truncated && <Command text={`cmux improve execute ${id} --approve ${sha256}`} />}
      <Confirm
        isOpen={isAsking}
        title={tier === 'forbidden' ? 'Approve a high-risk change?' : 'Approve this change?'}
        description={`You have read the whole change. Your approval covers exactly this content (sha256 ${sha256.slice(0, 12)}…). The checks run, then the change is merged into the main branch. It can be rolled back.`}
        action="Approve and merge"
        onAnswer={(isYes) => {
          setAsking(false)
          if (isYes) send()
        }}
      />
    </section>
  )
}
