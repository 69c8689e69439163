// How far a message got: a few bars and a word; pointed at or reached by keyboard, the evidence and what it waits for.
import type { Message } from '../../protocol/messages/message.ts'
import { Ago } from '../ui/ago.tsx'
import { Hint } from '../ui/hint.tsx'
import { Icon } from '../ui/icon.tsx'
import { TEXT_OF } from '../ui/tone.ts'
import { describeReceipt, RECEIPT_STEPS } from '../words/describe-receipt.ts'

type Receipted = Pick<Message, 'receipt' | 'evidence' | 'waitsFor' | 'attempts'>

export function ReceiptLine({ message }: { readonly message: Receipted }) {
  const { receipt, waitsFor } = message
  const { tone } = describeReceipt(receipt)
  const waits = waitsFor === null ? '' : ` · waiting: ${waitsFor}`
  return (
    <Hint says={<Way message={message} />}>
      <button
        type="button"
        data-receipt={receipt}
        className={`inline-flex max-w-full items-center gap-1.5 rounded px-1 text-xs ${TEXT_OF[tone]} ${receipt === 'dead' ? 'font-semibold' : ''}`}
      >
        {receipt === 'dead' || receipt === 'interrupted' ? (
          <Icon name="warning" size={13} />
        ) : (
          <Bars reached={RECEIPT_STEPS.indexOf(receipt)} />
        )}
        <span data-foreign className="truncate">
          {receipt === 'dead' ? 'not delivered' : receipt}
          {waits}
        </span>
      </button>
    </Hint>
  )
}

function Bars({ reached }: { readonly reached: number }) {
  return (
    <span aria-hidden className="inline-flex gap-px">
      {RECEIPT_STEPS.map((step, index) => (
        <span key={step} className={`h-2.5 w-1 rounded-xs ${index <= reached ? 'bg-current' : 'bg-line'}`} />
      ))}
    </span>
  )
}

function Way({ message: { receipt, evidence, waitsFor, attempts } }: { readonly message: Receipted }) {
  return (
    <div className="grid gap-1.5">
      <p>
        <span className="font-semibold">{receipt}</span>: {describeReceipt(receipt).means}
      </p>
      {waitsFor !== null && <p data-foreign>Waiting: {waitsFor}.</p>}
      {attempts > 0 && <p>{attempts} tries so far.</p>}
      <ol aria-label="evidence" className="grid gap-0.5">
        {evidence.map(({ receipt: step, at, source, says }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they are only ever added at the end
          <li key={index} className="flex gap-2">
            <span className="w-18 shrink-0 text-quiet">{step}</span>
            <span data-foreign className="min-w-0 flex-1">
              {says} <span className="text-quiet">({source})</span>
            </span>
            <span className="shrink-0 text-quiet">
              <Ago at={at} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
