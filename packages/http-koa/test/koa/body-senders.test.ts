import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { createBodySenders } from '../../src/koa/body-senders.js';

const responseOn = (socket: Socket): ServerResponse => {
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  return response;
};

const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.destroy().once('close', () => resolve()));

describe('createBodySenders', () => {
  it('knows a sender for as long as a body of it is under way', async () => {
    const find = createBodySenders();
    const [one, other] = [new Socket(), new Socket()];
    find('192.0.2.1', responseOn(one)).tellCame(5);
    expect(find('192.0.2.1', responseOn(other)).cameBytes()).to.equal(5);
    expect(find('192.0.2.2', responseOn(new Socket())).cameBytes()).to.equal(0);
    await closed(one);
    expect(find('192.0.2.1', responseOn(new Socket())).cameBytes()).to.equal(5);
  });

  it('forgets a sender who has left before its body was asked for', async () => {
    const find = createBodySenders();
    const socket = new Socket();
    const response = responseOn(socket);
    await closed(socket);
    find('192.0.2.1', response).tellCame(5);
    expect(find('192.0.2.1', responseOn(new Socket())).cameBytes()).to.equal(0);
  });
});
