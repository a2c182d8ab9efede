import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { videoStatuses } from '#contract/video-statuses.ts'
import {
  HighlightTimeline,
  type HighlightTimelineProps,
} from '../../entities/highlight/timeline/highlight-timeline.tsx'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { appInfoQuery } from '../../lib/calls/app-info.ts'
import { toast } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select, TextArea, TextField } from '../../ui/inputs/field.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Slider } from '../../ui/inputs/slider.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FullSpinner, Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import NotFoundPage from '../not-found/not-found-page.tsx'

/** Every component of the design system in every state. A developer tool, sandbox only. */
export default function GalleryPage() {
  const { data: app, isPending } = useQuery(appInfoQuery)
  if (isPending) return <FullSpinner />
  return app?.mode === 'sandbox' ? <Gallery /> : <NotFoundPage />
}

const tones: Tone[] = ['green', 'yellow', 'blue', 'orange', 'gray', 'danger']
const choices = [
  { value: 'wide', label: 'Wide' },
  { value: 'vertical', label: 'Vertical' },
] as const
const nothing = () => undefined

function Gallery() {
  const [format, setFormat] = useState<'wide' | 'vertical'>('wide')
  return (
    <div className="page py-10">
      <PageTitle title="Components" />
      <div className="mt-6 grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Buttons />
        <Part id="badges" title="Badges">
          <Row>
            {tones.map(tone => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
            <Badge tone="yellow" live>
              live
            </Badge>
          </Row>
          <Row>
            {videoStatuses.map(status => (
              <StatusBadge key={status} status={status} />
            ))}
          </Row>
        </Part>
        <Part id="fields" title="Fields">
          <TextField label="Text" hint="With a hint" placeholder="Placeholder" />
          <TextField label="Text with an error" error="Enter a valid email address." defaultValue="sam@" />
          <TextField label="Disabled" disabled defaultValue="Cannot be changed" />
          <TextArea label="Longer text" />
          <Select label="Choice" options={choices} />
          <Segments label="Format" value={format} options={choices} onChange={setFormat} />
        </Part>
        <Messages />
        <Part id="waiting" title="Waiting and progress">
          <Progress value={0} label="Nothing yet" />
          <Progress value={64} label="Under way" />
          <Progress value={64} label="Paused" paused />
          <Progress value={100} label="Done" />
          <Progress value={null} label="Nobody knows" />
          <Row>
            <Spinner label="Loading" />
            <Spinner small />
          </Row>
          <Skeleton className="h-12" />
        </Part>
        <TabsAndSliders />
        <Part id="timeline" title="Highlight timeline" wide>
          <HighlightTimeline {...sampleRide} onSeek={nothing} />
          <HighlightTimeline {...sampleRide} compact />
          <HighlightTimeline {...sampleRide} compact curve={null} />
        </Part>
        <div className="lg:col-span-2">
          <EmptyState title="Nothing here yet" heading="h2" action={<Button>Begin</Button>}>
            What to do about it.
          </EmptyState>
        </div>
      </div>
    </div>
  )
}

const Buttons = () => (
  <Part id="buttons" title="Buttons">
    {(['primary', 'outline', 'quiet', 'danger'] as const).map(variant => (
      <Row key={variant}>
        <Button variant={variant} size="sm">
          Small
        </Button>
        <Button variant={variant}>Medium</Button>
        <Button variant={variant} size="lg">
          Large
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <Button variant={variant} busy>
          Saving...
        </Button>
      </Row>
    ))}
  </Part>
)

function Messages() {
  const [dialog, setDialog] = useState(false)
  return (
    <>
      <Part id="messages" title="Messages">
        <Alert title="Notice">Something to know.</Alert>
        <Alert tone="warning" title="Warning">
          Something to look at.
        </Alert>
        <Alert tone="danger" title="Danger" action={<Button size="sm">Do it</Button>}>
          Something went wrong.
        </Alert>
        <ErrorState title="It could not be loaded" error={null} onRetry={nothing} />
        <Row>
          <Button variant="outline" onClick={() => toast({ title: 'Saved', description: 'It is kept.' })}>
            Toast
          </Button>
          <Button
            variant="outline"
            onClick={() =>
              toast({ title: 'Not Saved', description: 'Please try again.', variant: 'destructive' })
            }
          >
            Destructive toast
          </Button>
          <Button variant="outline" onClick={() => setDialog(true)}>
            Dialog
          </Button>
        </Row>
      </Part>
      <Dialog open={dialog} onClose={() => setDialog(false)} title="A dialog">
        <p>Escape closes it, and the focus goes back to where it was.</p>
      </Dialog>
    </>
  )
}

function TabsAndSliders() {
  const [tab, setTab] = useState('one')
  const [level, setLevel] = useState(0.6)
  return (
    <Part id="tabs" title="Tabs and sliders">
      <Tabs
        label="Example"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: 'First', content: <p>The first.</p> },
          { value: 'two', label: 'Second', note: '12', content: <p>The second.</p> },
        ]}
      />
      <div className="rounded-md bg-night px-4 py-2">
        <Slider
          value={level}
          max={1}
          step={0.1}
          label="Level"
          text={`${Math.round(level * 100)}%`}
          buffered={0.8}
          onChange={setLevel}
        />
      </div>
    </Part>
  )
}

const Part = ({
  id,
  title,
  wide = false,
  children,
}: {
  id: string
  title: string
  wide?: boolean
  children: ReactNode
}) => (
  <Section id={id} title={title} className={wide ? 'lg:col-span-2' : ''}>
    <div className="space-y-4">{children}</div>
  </Section>
)

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2.5">{children}</div>
)

const hill = (at: number, center: number, height: number) => height * Math.exp(-(((at - center) / 4) ** 2))

/** A two-minute ride with four highlights, two of them close together, to check the timeline. */
const sampleRide: Pick<HighlightTimelineProps, 'duration' | 'curve' | 'clips' | 'scenes'> = {
  duration: 120,
  curve: {
    stepSeconds: 1,
    values: Array.from({ length: 120 }, (_, at) =>
      Math.min(1, 0.12 + hill(at, 25, 0.7) + hill(at, 62, 0.8) + hill(at, 98, 0.35)),
    ),
  },
  clips: [
    { description: 'Jump', score: 0.82, start: 20, end: 31, clipType: 'action' },
    { description: 'Landing', score: 0.95, start: 57, end: 68, clipType: 'action' },
    { description: 'Berm', score: 0.74, start: 70, end: 76, clipType: 'action' },
    { description: 'Ridge line', score: 0.61, start: 92, end: 105, clipType: 'scenic' },
  ],
  scenes: [
    { timestamp: 0, sceneType: 'trail' },
    { timestamp: 46, sceneType: 'sand' },
    { timestamp: 84, sceneType: 'ridge' },
  ],
}
