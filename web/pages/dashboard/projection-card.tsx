import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { projectionQuery } from '../../features/earnings/projection.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { texts as uiTexts } from '../../ui/texts.ts'
import { texts } from './texts.ts'

export function ProjectionCard() {
  return (
    <Section id="projection" title={texts.projection.title}>
      <Loaded
        query={useQuery(projectionQuery)}
        skeleton={
          <Explained>
            <Skeleton className="h-11 w-36" />
          </Explained>
        }
        failed={retry => (
          <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
            <p>{texts.projection.failed}</p>
            <Button variant="outline" size="sm" onClick={retry}>
              {uiTexts.tryAgain}
            </Button>
          </div>
        )}
        lateError="instead"
      >
        {({ projectedEarnings }) => (
          <Explained>
            <p className="figure text-[2.75rem] text-accent leading-none">{formatMoney(projectedEarnings)}</p>
          </Explained>
        )}
      </Loaded>
    </Section>
  )
}

/** The figure and how it is made up. */
const Explained = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <p className="mt-2 text-[0.9375rem]">{texts.projection.condition}</p>
    <p className="mt-1 font-medium text-[0.9375rem]">{texts.projection.share}</p>
    <p className="mt-0.5 text-muted text-sm">{texts.projection.basis}</p>
  </>
)
