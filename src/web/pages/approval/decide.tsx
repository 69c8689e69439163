// Yes or no, by button or by key, to exactly what was read: always in view, and nothing that happens by mistake.
import { useRef, useState, type RefObject } from 'react'
import type { Approval } from '../../../protocol/approvals/approval.ts'
import { PassphraseField } from '../../approvals/passphrase-field.tsx'
import { useApprovals } from '../../approvals/use-approvals.ts'
import { useDraft } from '../../data/use-draft.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { INPUT_CLASS } from '../../ui/field.tsx'
import { useKey } from '../../ui/use-key.ts'
import { sayHindrance } from '../../approvals/say-hindrance.ts'
import { HowLongChoice, type HowLong } from './how-long.tsx'
import { useDecision } from './use-decision.ts'

interface DecideProps {
  /** As it was read. */
  readonly approval: Approval
  readonly isSeen: boolean
}

export function Decide({ approval, isSeen }: DecideProps) {
  const { needsPassphrase, isKnown } = useApprovals()
  const reasonField = useRef<HTMLInputElement>(null)
  const passphraseField = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useDraft(`approval ${approval.id}`, reasonField)
  const [passphrase, setPassphrase] = useState('')
  const [howLong, setHowLong] = useState<HowLong>('once')
  const [isAsking, setAsking] = useState(false)
  const isLive = useConnection().kind === 'live'
  const words = { reason, passphrase, howLong, onDone: () => setReason('') }
  const { approve, deny, isBusy } = useDecision(approval, words)
  const hindrance = sayHindrance({ isLive, isWhole: !approval.isCut && isKnown, isSeen })
  const wantYes = () => {
    if (hindrance !== null || isBusy) return
    if (needsPassphrase && passphrase === '') passphraseField.current?.focus()
    else if (approval.risk === 'high') setAsking(true)
    else approve()
  }
  const wantNo = () => {
    if (isLive && !isBusy) deny()
  }
  useKey('a', wantYes)
  useKey('d', wantNo)
  useKey('r', () => reasonField.current?.focus())
  return (
    <form
      aria-label="decision"
      onSubmit={(event) => {
        event.preventDefault()
        wantYes()
      }}
      className="sticky bottom-16 grid gap-2 rounded-lg border border-line bg-surface p-3 shadow-lg md:bottom-3"
    >
      <p role="status" className={`text-sm ${hindrance === null ? 'text-quiet' : 'text-worry'}`}>
        {hindrance ??
          (howLong === 'once'
            ? 'Approves this exact action, once'
            : 'Approves this and adds a rule, which you can remove later')}
      </p>
      <HowLongChoice approval={approval} value={howLong} onChange={setHowLong} />
      <div className="flex flex-wrap gap-2">
        <Reason field={reasonField} text={reason} onChange={setReason} />
        {needsPassphrase && (
          <PassphraseField field={passphraseField} text={passphrase} onChange={setPassphrase} />
        )}
        <div className="ml-auto flex gap-2">
          <Button disabled={!isLive || isBusy} look="danger" onClick={wantNo}>
            Deny <Key name="d" />
          </Button>
          <Button type="submit" disabled={hindrance !== null || isBusy} look="main">
            {approval.risk === 'high' ? 'Approve…' : 'Approve'} <Key name="a" />
          </Button>
        </div>
      </div>
      <Confirm
        isOpen={isAsking}
        title="Approve a high-risk action?"
        description="You have read the whole request. It will run exactly as shown, and can’t be undone."
        action="Approve"
        onAnswer={(isYes) => {
          setAsking(false)
          if (isYes) approve()
        }}
      />
    </form>
  )
}

interface ReasonProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Enter does not decide here: too easily pressed while one still writes. */
function Reason({ field, text, onChange }: ReasonProps) {
  return (
    <input
      ref={field}
      aria-label="reason"
      aria-keyshortcuts="r"
      placeholder="Reason (optional), sent to the agent"
      maxLength={1000}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
      className={`${INPUT_CLASS} min-w-40 flex-1`}
    />
  )
}

function Key({ name }: { readonly name: string }) {
  return (
    <kbd className="rounded border border-current px-1 font-mono text-xs opacity-80 max-sm:hidden">
      {name}
    </kbd>
  )
}
