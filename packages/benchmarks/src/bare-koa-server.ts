import Router from '@koa/router';
import Koa from 'koa';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/**
 * A Koa route that reads a JSON body, parses it and answers what it was given: the JSON that the real server answers to the same request,
 * serialized for every answer. No credential, no schema, no database, no signatures.
 */
const answers: unknown = JSON.parse(readFileSync(process.env['PARAMETER'] ?? '', 'utf8'));
if (typeof answers !== 'object' || answers === null) throw new Error('PARAMETER names a file with answers by their names');

const router = new Router();
router.get('/ready', (ctx) => {
  ctx.status = 200;
  ctx.body = '';
});
router.post('/:name', async (ctx) => {
  const parsed: unknown = JSON.parse(await text(ctx.req));
  if (typeof parsed !== 'object') ctx.throw(400);
  ctx.body = Reflect.get(answers, ctx.params['name'] ?? '');
  ctx.type = 'application/vnd.git-lfs+json';
});

const app = new Koa();
app.use(router.routes());
app.listen(Number(process.env['PORT']), '127.0.0.1');
