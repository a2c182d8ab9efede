import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '#texts/pages/settings.ts'
import { ConfirmAddress } from '../../features/accounts/confirm-address.tsx'
import { CodeForm } from '../../features/two-step/code-form.tsx'
import { RecoveryCodes } from '../../features/two-step/recovery-codes.tsx'
import { SetUpFactor } from '../../features/two-step/set-up-factor.tsx'
import { refreshTwoFactor, twoFactorQuery } from '../../features/two-step/two-factor.ts'
import { call } from '../../lib/calls/call.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const { factor } = texts

export function FactorSection() {
  const user = useUser()
  return (
    <Section id="two-factor" title={factor.title}>
      <Loaded
        query={useQuery(twoFactorQuery)}
        skeleton={<Spinner />}
        failed={factor.notLoaded}
        lateError="above"
      >
        {({ enabled, recoveryCodesLeft, required }) =>
          enabled ? (
            <FactorInForce left={recoveryCodesLeft} required={required} />
          ) : (
            <>
              <p className="mb-4 max-w-prose text-muted">
                {user.emailVerified ? factor.off : factor.unproven}
              </p>
              {user.emailVerified ? (
                <SetUpFactor onDone={() => void refreshTwoFactor()} />
              ) : (
                <ConfirmAddress />
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

type Doing = { what: 'nothing' | 'renew' | 'off' } | { what: 'read'; codes: string[] }

function FactorInForce({ left, required }: { left: number; required: boolean }) {
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' })
  const stop = () => setDoing({ what: 'nothing' })
  if (doing.what === 'read')
    return (
      <RecoveryCodes
        codes={doing.codes}
        onDone={() => {
          stop()
          void refreshTwoFactor()
        }}
      />
    )
  return (
    <>
      <p className="mb-4 max-w-prose text-muted">{factor.on({ left })}</p>
      {doing.what === 'nothing' && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => setDoing({ what: 'renew' })}>
            {factor.renew}
          </Button>
          {!required && (
            <Button variant="danger" onClick={() => setDoing({ what: 'off' })}>
              {factor.turnOff}
            </Button>
          )}
        </div>
      )}
      {doing.what === 'renew' && (
        <CodeForm
          key="renew"
          send={code => call('twoFactorCodes', { body: { code } })}
          submit={factor.renew}
          onDone={({ codes }) => setDoing({ what: 'read', codes })}
        />
      )}
      {doing.what === 'off' && (
        <CodeForm
          key="off"
          send={code => call('twoFactorOff', { body: { code } })}
          submit={factor.turnOff}
          variant="danger"
          onDone={() => {
            toast(factor.turnedOff)
            void refreshTwoFactor()
          }}
        />
      )}
      {doing.what !== 'nothing' && (
        <Button variant="quiet" size="sm" className="mt-3" onClick={stop}>
          {factor.cancel}
        </Button>
      )}
    </>
  )
}
