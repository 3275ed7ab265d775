import { inventedOid, GIB } from '../data/repeated-chunk.js';
import { atMost, type Outcome } from '../measure/bench.js';
import { textAt } from '../server/api.js';
import { inAttackWorld } from './attack.js';

const urlCount = 30;
const urlBytes = 5 * GIB;
/** Of the free plan. */
const planBytes = 10 * GIB;
export const shrunkenReservations = `${urlCount} URLs for 5 GiB each, of which 1 byte each stays reserved`;

/** How many bytes of URLs, all of them good for a quarter of an hour, an organization of the free plan gets by asking for less afterwards. */
export const measureShrunkenReservations = (): Promise<Outcome> =>
  inAttackWorld({ DEFAULT_PLAN: 'free' }, async ({ newTenant }) => {
    const attacker = await newTenant();
    const repository = `/repositories/${await attacker.newRepository()}`;
    const session = textAt(await attacker.api('POST', `${repository}/uploads`, {}), 'session', 'id');
    const authorize = async (oid: string, size: number): Promise<boolean> => {
      try {
        const answer = await attacker.api('POST', `${repository}/uploads/${session}/objects`, { objects: [{ oid, size }] });
        return textAt(answer, 'objects', 0, 'upload_url') !== '';
      } catch {
        return false;
      }
    };
    let grantedBytes = 0;
    let refused = 0;
    for (let count = 0; count < urlCount; count += 1) {
      const oid = inventedOid();
      if (await authorize(oid, urlBytes)) grantedBytes += urlBytes;
      else refused += 1;
      await authorize(oid, 1);
    }
    const grantedGib = grantedBytes / GIB;
    const row = {
      attack: shrunkenReservations,
      'came of it': `URLs for ${grantedGib} GiB of a plan of ${planBytes / GIB} GiB, ${refused} refused`,
    };
    return { rows: [row], goals: [atMost(`${shrunkenReservations}: GiB`, grantedGib, planBytes / GIB)] };
  });
