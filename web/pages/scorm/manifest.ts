// imsmanifest.xml: one organisation, one item, one SCO, one file. Both versions as ADL's own content packages have
// them (SCORM 1.2 Content Aggregation Model, section 2.3; SCORM 2004 4th edition CAM, section 3.4).
import { escapeXml } from '../../model/text.js';
import type { ScormVersion } from './find-api.js';

export interface ManifestOptions {
  version: ScormVersion;
  /** Letters, digits, - and _: becomes part of the identifiers. */
  id: string;
  title: string;
}

/** Scaled score from which the LMS counts the exercise as passed, 0 to 1. */
const MASTERY = 0.8;

export function manifest({ version, id, title }: ManifestOptions): string {
  const name = `linear-attention-${id.replace(/[^\w-]+/g, '-')}`;
  const label = escapeXml(title);
  return version === '1.2'
    ? `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${name}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${label}</title>
      <item identifier="item" identifierref="sco" isvisible="true">
        <title>${label}</title>
        <adlcp:masteryscore>${Math.round(100 * MASTERY)}</adlcp:masteryscore>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="sco" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`
    : `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${name}" version="1.0"
  xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3"
  xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${label}</title>
      <item identifier="item" identifierref="sco" isvisible="true">
        <title>${label}</title>
        <imsss:sequencing>
          <imsss:objectives>
            <imsss:primaryObjective objectiveID="passed" satisfiedByMeasure="true">
              <imsss:minNormalizedMeasure>${MASTERY}</imsss:minNormalizedMeasure>
            </imsss:primaryObjective>
          </imsss:objectives>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>
      </item>
      <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
    </organization>
  </organizations>
  <resources>
    <resource identifier="sco" type="webcontent" adlcp:scormType="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;
}
