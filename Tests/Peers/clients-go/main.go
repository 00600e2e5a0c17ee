// An app on golang.org/x/oauth2 with a browser: authorization code, PKCE, loopback redirect.
//
//	app AUTHORIZATION_ENDPOINT TOKEN_ENDPOINT CLIENT
//
// Prints the address for the browser, one line; listens for the redirect; then prints the access token and what else the
// token answer said of it.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"

	"golang.org/x/oauth2"
)

func random() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		fail(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fail(err)
	}
	app := oauth2.Config{
		ClientID:    os.Args[3],
		Endpoint:    oauth2.Endpoint{AuthURL: os.Args[1], TokenURL: os.Args[2]},
		RedirectURL: fmt.Sprintf("http://%s/callback", listener.Addr()),
	}
	state, verifier := random(), random()
	challenge := sha256.Sum256([]byte(verifier))
	fmt.Println(app.AuthCodeURL(state,
		oauth2.SetAuthURLParam("code_challenge", base64.RawURLEncoding.EncodeToString(challenge[:])),
		oauth2.SetAuthURLParam("code_challenge_method", "S256")))
	queries := make(chan map[string][]string)
	go http.Serve(listener, http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		fmt.Fprintln(writer, "done")
		queries <- request.URL.Query()
	}))
	query := <-queries
	if len(query["state"]) != 1 || query["state"][0] != state || len(query["code"]) != 1 {
		fail(fmt.Errorf("the redirect was %v", query))
	}
	token, err := app.Exchange(context.Background(), query["code"][0], oauth2.SetAuthURLParam("code_verifier", verifier))
	if err != nil {
		fail(err)
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"access_token": token.AccessToken, "token_type": token.TokenType, "uid": token.Extra("uid"),
	})
}
