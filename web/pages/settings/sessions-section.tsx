import { useMutation, useQuery } from '@tanstack/react-query'
import type { Session } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/pages/settings.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDateTime } from '../../lib/format.ts'
import { logOutAnyway } from '../../lib/session/sign-out.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { endOtherSessions, endSession, sessionsQuery } from './calls.ts'
import { browserName } from './rules.ts'

const { sessions } = texts
const refresh = [api.sessions]

export function SessionsSection() {
  const query = useQuery(sessionsQuery)
  const ending = useAction({
    mutationFn: endOtherSessions,
    done: sessions.endedOthers,
    failed: sessions.failed,
    refresh,
  })
  return (
    <Section id="sessions" title={sessions.title}>
      <Loaded query={query} skeleton={<Spinner />} failed={sessions.notLoaded} lateError="above">
        {list => (
          <>
            <ul className="divide-y divide-line border-line border-y">
              {list.map(session => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {list.length > 1 && (
              <div className="mt-4">
                <Button variant="outline" busy={ending.isPending} onClick={() => ending.mutate()}>
                  {ending.isPending ? sessions.endingOthers : sessions.endOthers}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const name = browserName(session.userAgent) ?? sessions.unknown
  const when = formatDateTime(session.createdAt)
  const ending = useAction({
    mutationFn: () => endSession(session.id),
    done: sessions.ended,
    failed: sessions.failed,
    refresh,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {session.current && <Badge tone="green">{sessions.current}</Badge>}
        </p>
        <p className="text-muted text-sm">
          {sessions.signedIn({ when })}
          {session.ipAddress && sessions.from({ address: session.ipAddress })}
        </p>
      </div>
      {session.current ? (
        <SignOutHere />
      ) : (
        <Button
          variant="outline"
          size="sm"
          busy={ending.isPending}
          aria-label={sessions.endLabel({ what: name, when })}
          onClick={() => ending.mutate()}
        >
          {ending.isPending ? sessions.ending : sessions.end}
        </Button>
      )}
    </li>
  )
}

function SignOutHere() {
  const leaving = useMutation({ mutationFn: logOutAnyway })
  return (
    <Button variant="outline" size="sm" busy={leaving.isPending} onClick={() => leaving.mutate()}>
      {leaving.isPending ? sessions.ending : sessions.endHere}
    </Button>
  )
}
