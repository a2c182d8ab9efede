import { texts } from '#texts/pages/legal/privacy.ts'
import { LegalPage } from './legal-page.tsx'

export default function PrivacyPage() {
  return <LegalPage text={texts} />
}
