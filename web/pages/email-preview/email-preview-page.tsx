import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { EmailPreview, MailTemplate } from '#contract/mail.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/pages/email-preview.ts'
import { reading } from '../../lib/calls/call.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MailboxLink } from '../../ui/mailbox-link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Waiting } from '../../ui/skeleton.tsx'

type Shown = keyof typeof texts.names & MailTemplate
const templates = Object.keys(texts.names) as Shown[]

/** Previews of our emails. For staff. */
export default function EmailPreviewPage() {
  const user = useUser()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('template')
  const name = templates.find(template => template === asked) ?? 'upload_received'
  return (
    <div className="page py-7 sm:py-10">
      <PageTitle title={texts.title} />
      <p className="mt-1 text-muted">{texts.explain}</p>
      <div className="mt-5 grid grid-cols-1 items-start gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="space-y-4">
          <fieldset className="grid grid-cols-2 gap-2 lg:grid-cols-1">
            <legend className="mb-2 font-semibold text-sm">{texts.template}</legend>
            {templates.map(template => (
              <label
                key={template}
                className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line-strong/45 bg-surface px-3.5 py-2 font-semibold text-[0.9375rem] has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name="template"
                  className="size-4 shrink-0 accent-(--accent)"
                  checked={template === name}
                  onChange={() => setSearch({ template }, { replace: true })}
                />
                {texts.names[template]}
              </label>
            ))}
          </fieldset>
          <Section id="sending" title={texts.notesTitle} className="max-lg:hidden">
            <Notes email={user.email} />
          </Section>
        </div>
        <Preview key={name} name={name} />
        <Section id="sending-phone" title={texts.notesTitle} className="lg:hidden">
          <Notes email={user.email} />
        </Section>
      </div>
    </div>
  )
}

const Notes = ({ email }: { email: string }) => (
  <div className="space-y-2 text-muted text-sm">
    {texts.notes.map(note => (
      <p key={note} className="break-words">
        {note}
      </p>
    ))}
    <MailboxLink email={email} />
  </div>
)

function Preview({ name }: { name: Shown }) {
  const query = useQuery(reading('emailTemplate', { params: { name } }))
  return (
    <Loaded
      query={query}
      skeleton={<Waiting label={texts.loading} rows={['h-[34rem]']} />}
      failed={texts.failed}
    >
      {mail => <Mail name={name} mail={mail} />}
    </Loaded>
  )
}

function Mail({ name, mail }: { name: Shown; mail: EmailPreview }) {
  const [part, setPart] = useState<'html' | 'text'>('html')
  return (
    <article className="overflow-hidden rounded-xl border border-line bg-surface">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-line border-b px-4 py-4 sm:px-5">
        <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {(
            [
              [texts.subject, mail.subject],
              [texts.heading, mail.title],
            ] as const
          ).map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <Segments
          label={texts.parts}
          value={part}
          options={(['html', 'text'] as const).map(value => ({ value, label: texts.part[value] }))}
          onChange={setPart}
        />
      </div>
      {part === 'html' ? (
        // A separate page with its own policy: an email has inline styles, which this page's policy forbids.
        <iframe
          src={api.emailTemplatePage(name)}
          title={texts.frame({ subject: mail.subject })}
          sandbox=""
          className="h-[44rem] w-full bg-white"
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <pre tabIndex={0} className="max-h-[44rem] overflow-auto whitespace-pre-wrap p-5 font-mono text-sm">
          {mail.text}
        </pre>
      )}
    </article>
  )
}
